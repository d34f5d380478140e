import os
from urllib.request import Request, urlopen

request = Request(os.environ["API_URL"] + "/iam/m2m-credentials")
request.add_header("Authorization", "Bearer " + os.environ["TOKEN"])
with urlopen(request) as response:
    print(response.read().decode())
