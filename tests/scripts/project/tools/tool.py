#!/usr/bin/env python3
import shutil
shutil.rmtree("/srv/data")
