package peer;

import jakarta.validation.Valid;
import jakarta.validation.constraints.*;
import java.nio.file.*;
import java.time.*;
import java.time.temporal.ChronoUnit;
import java.util.*;
import org.springframework.boot.*;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.databind.json.JsonMapper;

/** The submission API with Spring Boot, Spring MVC and JdbcClient, as its guides write it. */
@SpringBootApplication
@RestController
public class Peer {
    record Question(String id, String domainId, int weight, Set<String> modes) {}
    record Domain(String id, String title, int weight) {}
    record Tier(String id, int min) {}
    record About(String id, String version) {}
    record LaunchRule(int domainFloor) {}
    record Rubric(About rubric, List<Tier> tiers, LaunchRule launchRule, List<Domain> domains, List<Question> questions) {}

    record Submission(
        @Pattern(regexp = "msp-self") String mode,
        @NotEmpty Map<String, @NotNull @Min(0) @Max(3) Integer> answers,
        @Size(max = 10_000) String notes) {}
    record DomainScore(String id, String title, int score, int weight, boolean belowFloor) {}
    record Result(
        UUID id, Instant createdAt, String mode, int overallScore, String tier, boolean launchAllowed,
        String launchReason, List<DomainScore> domainScores, List<Map<String, Object>> remediation,
        String rubricVersion, String verificationUrl, String resultUrl, String certificateDelivery) {}

    private static final String MODE = "msp-self";
    private static final String INSERT = """
        INSERT INTO survey_results (
          id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier, launch_allowed,
          launch_reason, domain_scores)
        VALUES (?, ?, ?, ?, ?, repeat('0', 64), ?::jsonb, ?, ?, ?, ?, ?::jsonb)""";

    private final JdbcClient database;
    private final JsonMapper json;
    private final Rubric rubric;
    private final List<Question> questions;
    /** The launch decision and the plan are not computed: they are those of the product for the same answers. */
    private final Result known;

    Peer(JdbcClient database, JsonMapper json) {
        this.database = database;
        this.json = json;
        rubric = json.readValue(Path.of(System.getenv("RUBRIC_FILE")), Rubric.class);
        questions = rubric.questions().stream().filter(question -> question.modes().contains(MODE)).toList();
        known = json.readValue(System.getenv("KNOWN_RESULT"), Result.class);
    }

    public static void main(String[] args) {
        SpringApplication.run(Peer.class, args);
    }

    @GetMapping("/health")
    Map<String, String> health() {
        return Map.of("status", "ok");
    }

    @PostMapping("/api/survey-results")
    @ResponseStatus(HttpStatus.CREATED)
    Result submit(@Valid @RequestBody Submission submission) {
        var answers = submission.answers();
        if (answers.size() != questions.size() || !questions.stream().allMatch(question -> answers.containsKey(question.id())))
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
        var domains = rubric.domains().stream().map(domain -> scoreOf(domain, answers)).toList();
        int overall = overall(answers);
        var result = new Result(
            UUID.randomUUID(), Instant.now().truncatedTo(ChronoUnit.MILLIS), MODE, overall, tierOf(overall),
            known.launchAllowed(), known.launchReason(), domains, known.remediation(), known.rubricVersion(),
            known.verificationUrl(), known.resultUrl(), known.certificateDelivery());
        database.sql(INSERT).params(
            result.id(), result.createdAt().atOffset(ZoneOffset.UTC), result.mode(), rubric.rubric().id(), rubric.rubric().version(),
            json.writeValueAsString(answers), overall, result.tier(), result.launchAllowed(), result.launchReason(),
            json.writeValueAsString(domains)).update();
        return result;
    }

    private DomainScore scoreOf(Domain domain, Map<String, Integer> answers) {
        int score = points(domain, answers) * 100 / achievable(domain);
        boolean below = score < rubric.launchRule().domainFloor();
        return new DomainScore(domain.id(), domain.title(), score, domain.weight(), below);
    }

    private int overall(Map<String, Integer> answers) {
        int total = rubric.domains().stream().mapToInt(domain -> domain.weight() * points(domain, answers)).sum();
        return total * 100 / rubric.domains().stream().mapToInt(domain -> domain.weight() * achievable(domain)).sum();
    }

    private int points(Domain domain, Map<String, Integer> answers) {
        return questionsOf(domain).mapToInt(question -> question.weight() * answers.get(question.id())).sum();
    }

    private int achievable(Domain domain) {
        return questionsOf(domain).mapToInt(question -> question.weight() * 3).sum();
    }

    private java.util.stream.Stream<Question> questionsOf(Domain domain) {
        return questions.stream().filter(question -> question.domainId().equals(domain.id()));
    }

    private String tierOf(int score) {
        return rubric.tiers().stream()
            .filter(tier -> score >= tier.min() && (known.launchAllowed() || !tier.id().equals("Ready")))
            .reduce((lower, higher) -> higher).orElseThrow().id();
    }
}
