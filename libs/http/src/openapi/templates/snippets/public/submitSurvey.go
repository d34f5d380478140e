package main

import (
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	submission, err := os.Open("submission.json")
	if err != nil {
		log.Fatal(err)
	}
	res, err := http.Post(os.Getenv("BASE_URL")+"/api/survey-results", "application/json", submission)
	if err != nil {
		log.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusCreated {
		log.Fatal(res.Status)
	}
	io.Copy(os.Stdout, res.Body)
}
