#!/bin/sh
# git push
echo "now run: git push"
cat <<'EOF'
git push
EOF
usage() {
    git push
}
