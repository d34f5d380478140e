curl -fsS "$BASE_URL/api/survey-results" -H 'Content-Type: application/json' -d @submission.json
