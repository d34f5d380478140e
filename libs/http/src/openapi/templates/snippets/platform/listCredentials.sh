curl -fsS "$API_URL/iam/m2m-credentials" -H "Authorization: Bearer $TOKEN"
