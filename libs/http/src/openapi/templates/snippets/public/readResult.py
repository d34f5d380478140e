import os
from urllib.request import urlopen

with urlopen(os.environ["BASE_URL"] + "/api/results/" + os.environ["CAPABILITY"]) as response:
    print(response.read().decode())
