$TOOL push
git $ARGUMENTS
rm -rf "$OUT"
eval "$MORE"
