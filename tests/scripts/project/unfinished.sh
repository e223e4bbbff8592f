git push
if true; then
