import os
from urllib.request import Request, urlopen

with open("submission.json", "rb") as file:
    submission = file.read()
request = Request(
    os.environ["BASE_URL"] + "/api/survey-results",
    data=submission,
    headers={"Content-Type": "application/json"},
)
with urlopen(request) as response:
    print(response.read().decode())
