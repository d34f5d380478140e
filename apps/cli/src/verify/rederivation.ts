import { type CheckedCredential, NotGenuine, type ResultData } from '@governance/certificate-verifier';
import { InvalidAnswers, publishedRubrics, type Rubric } from '@governance/rubric';

/**
 * Derives the result again from answers, under the credential's rubric, and compares.
 * @throws NotGenuine when the result differs, or the rubric was never published with this content.
 */
export function checkRederivation(raw: unknown, credential: CheckedCredential, result: ResultData): void {
  const assessed = assessedBy(rubricOf(credential), raw, credential);
  const same =
    assessed.overallScore === credential.overallScore &&
    assessed.tier === credential.tier &&
    assessed.launchAllowed === credential.launchAllowed &&
    assessed.launchReason === result.launchReason &&
    assessed.domainScores.map(({ id, score }) => `${id} ${score}`).join() ===
      result.domainScores.map(({ id, score }) => `${id} ${score}`).join();
  if (!same) {
    const { overallScore, tier, launchAllowed } = assessed;
    const verdict = launchAllowed ? 'Ready to launch' : 'Not ready to launch';
    throw new NotGenuine(`These answers give another result: ${overallScore}/100, ${tier}. ${verdict}`);
  }
}

function rubricOf({ rubric: { version } }: CheckedCredential): Rubric {
  const rubric = publishedRubrics.find(version);
  if (rubric === undefined) throw new NotGenuine(`The rubric ${version} was not published`);
  return rubric;
}

/** `raw` is the answers alone, or a submission with the member `answers`. */
function assessedBy(rubric: Rubric, raw: unknown, { mode }: CheckedCredential): ReturnType<Rubric['assess']> {
  const answers = typeof raw === 'object' && raw !== null && 'answers' in raw ? raw.answers : raw;
  try {
    return rubric.assess(rubric.checkAnswers(answers, mode), mode);
  } catch (error) {
    if (error instanceof InvalidAnswers) throw new NotGenuine(`The answers are invalid: ${error.message}`);
    throw error;
  }
}
