here=$(cd "$(dirname "$0")" >/dev/null 2>&1 && pwd -P)
rm -rf "$here/build" "$1"
