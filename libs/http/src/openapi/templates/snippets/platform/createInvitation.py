import json
import os
from urllib.request import Request, urlopen

invitation = {"email": os.environ["EMAIL"], "role": "viewer"}
request = Request(os.environ["API_URL"] + "/iam/org-invitations", data=json.dumps(invitation).encode())
request.add_header("Authorization", "Bearer " + os.environ["TOKEN"])
request.add_header("Content-Type", "application/json")
with urlopen(request) as response:
    print(response.read().decode())
