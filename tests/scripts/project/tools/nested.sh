cd "$(dirname "$0")/.."
make publish
