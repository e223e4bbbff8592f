1e git push
