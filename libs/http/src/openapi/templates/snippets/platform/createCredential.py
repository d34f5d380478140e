import json
import os
from urllib.request import Request, urlopen

credential = {"name": "Nightly export", "type": "client_secret"}
request = Request(os.environ["API_URL"] + "/iam/m2m-credentials", data=json.dumps(credential).encode())
request.add_header("Authorization", "Bearer " + os.environ["TOKEN"])
request.add_header("Content-Type", "application/json")
with urlopen(request) as response:
    print(response.read().decode())
