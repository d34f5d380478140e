curl -fsS "$API_URL/self/me" -H "Authorization: Bearer $TOKEN"
