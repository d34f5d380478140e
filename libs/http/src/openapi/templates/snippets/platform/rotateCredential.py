import json
import os
from urllib.request import Request, urlopen

path = f"/iam/m2m-credentials/{os.environ['CREDENTIAL_ID']}/rotate-secret"
request = Request(os.environ["API_URL"] + path, data=json.dumps({}).encode())
request.add_header("Authorization", "Bearer " + os.environ["TOKEN"])
request.add_header("Content-Type", "application/json")
with urlopen(request) as response:
    print(response.read().decode())
