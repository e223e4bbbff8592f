ifdef NEVER
REVISION := $(shell git push)
endif
PUSH = git push
run = $(strip $(PUSH))
x:
	echo
y:
	$(call run)
