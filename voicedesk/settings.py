import os
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
SECRET_KEY = os.environ["SECRET_KEY"]
INSTALLED_APPS = ["profiles", "drafts"]
DATABASES = {}
USE_TZ = True
