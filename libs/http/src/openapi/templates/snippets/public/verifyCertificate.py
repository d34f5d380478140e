import json
import os
from urllib.request import urlopen

certificate_id = os.environ["CERTIFICATE_ID"]
url = f"{os.environ['BASE_URL']}/api/certification/verify/{certificate_id}?format=json"
with urlopen(url) as response:
    print(json.load(response)["valid"])
