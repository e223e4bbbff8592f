./again.sh "$@"
git push
