package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
)

func main() {
	url := os.Getenv("BASE_URL") + "/api/certification/verify/" + os.Getenv("CERTIFICATE_ID") + "?format=json"
	res, err := http.Get(url)
	if err != nil {
		log.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		log.Fatal(res.Status)
	}
	var verification struct{ Valid bool }
	if err := json.NewDecoder(res.Body).Decode(&verification); err != nil {
		log.Fatal(err)
	}
	fmt.Println(verification.Valid)
}
