curl -fsS "$BASE_URL/api/results/$CAPABILITY"
