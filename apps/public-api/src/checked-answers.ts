import { type Evidence, evidenceProblemText, readEvidence } from '@governance/assessments';
import { Problem } from '@governance/kernel';
import { type Answers, InvalidAnswers, type Mode, publishedRubrics, type Rubric } from '@governance/rubric';
import { unpublishedVersion } from './answer-problems';

/** The published rubric of a version; absent: the current one. */
export function rubricOf(version: string | undefined): Rubric {
  const rubric = version === undefined ? publishedRubrics.current : publishedRubrics.find(version);
  if (!rubric) throw unpublishedVersion();
  return rubric;
}

/** A client's answers, complete for the mode. @throws Problem `invalid`, with the reason and the place. */
export function checkedAnswers(rubric: Rubric, answers: unknown, mode: Mode): Answers {
  try {
    return rubric.checkAnswers(answers, mode);
  } catch (error) {
    if (error instanceof InvalidAnswers) throw new Problem('invalid', error.message);
    throw error;
  }
}

/** A client's evidence for the questions of the mode; undefined for none. @throws Problem `invalid`, with the reason and the place. */
export function checkedEvidence(rubric: Rubric, given: unknown, mode: Mode): Evidence | undefined {
  const { evidence, problems } = readEvidence(given, rubric, mode);
  if (problems[0]) throw new Problem('invalid', evidenceProblemText(problems[0]));
  return Object.keys(evidence).length === 0 ? undefined : evidence;
}
