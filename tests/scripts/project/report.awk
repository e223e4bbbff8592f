END { system("git push") }
