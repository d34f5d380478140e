import { daysInWords } from '@governance/assessments';
import { publishedRubrics, type Rubric, type RubricQuestion } from '@governance/rubric';
import { otherwiseOf } from '../assessment-form/assessment-view';
import { referencesOf } from '../references';

/** A version of the rubric, for people to read and print. */
export function rubricView(rubric: Rubric) {
  const { version, statement, sha256, validityMonths, tiers, launchRule } = rubric;
  return {
    version,
    name: rubric.title,
    statement,
    sha256,
    validityMonths,
    otherVersions: publishedRubrics.versions.filter((other) => other !== version),
    scale: rubric.answerScale,
    tiers,
    overallFloor: launchRule.overallFloor,
    domainFloor: launchRule.domainFloor,
    domains: rubric.domains.map((domain, index) => ({
      ...domain,
      number: index + 1,
      questions: rubric.questions
        .filter(({ domainId }) => domainId === domain.id)
        .map((question) => questionView(question, rubric)),
    })),
    frameworks: Object.values(rubric.frameworks).map(({ title, url }) => ({ title, url })),
  };
}

function questionView(question: RubricQuestion, rubric: Rubric) {
  const { id, text, weight, gateMinimum, modes, evidenceHint, remediation } = question;
  return {
    id,
    title: remediation.title,
    text,
    weight,
    gate: gateMinimum !== null,
    // Empty if it is asked in both modes.
    only: onlyFor(modes),
    evidence: evidenceHint,
    ...otherwiseOf(question),
    action: remediation.action,
    effort: daysInWords(remediation.effortDays),
    references: referencesOf(question, rubric),
  };
}

function onlyFor(modes: RubricQuestion['modes']): string {
  if (modes.length > 1) return '';
  return modes[0] === 'msp-self' ? 'Only about your own organization' : 'Only about a client';
}
