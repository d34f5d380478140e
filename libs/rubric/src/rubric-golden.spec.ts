import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type Mode, modes, tiers } from './outcome';
import { publishedRubrics } from './published-rubrics';
import { type Rubric } from './rubric';
import { rubricDocument } from './rubric-document';

const score = z.int().min(0).max(100);
const expectation = z.strictObject({
  overallScore: score,
  tier: z.enum(tiers),
  launchAllowed: z.boolean(),
  domainScores: z.record(z.string(), score),
  unmetGates: z.array(z.string()),
  lowDomains: z.array(z.string()),
});
const goldenFile = z.strictObject({
  rubricVersion: z.string(),
  cases: z.array(
    z.strictObject({
      name: z.string(),
      mode: z.enum(modes),
      note: z.string(),
      answers: z.record(z.string(), z.literal([0, 1, 2, 3])),
      expected: expectation,
    }),
  ),
});

describe.each(publishedRubrics.versions)('the golden cases of version %s', (version) => {
  const file = readFileSync(join(__dirname, 'published', `${version}.golden.json`), 'utf8');
  const { rubricVersion, cases } = goldenFile.parse(JSON.parse(file));
  const rubric = publishedRubrics.find(rubricVersion);
  if (rubric === undefined) throw new Error(`rubric ${rubricVersion} is not published`);

  it('are of that version', () => {
    expect(rubricVersion).toBe(version);
    expect(cases.length).toBeGreaterThan(0);
  });

  it.each(cases)('$name holds § 1.1e 1.1f 1.1g 1.1h 1.1j 2.2j', ({ mode, answers, expected }) => {
    const { overallScore, tier, launchAllowed, launchReason, domainScores, remediation } = rubric.assess(
      answers,
      mode,
    );
    const blocking = remediation.filter(({ blocksLaunch }) => blocksLaunch);
    const unmetGates = rubric.questions
      .map(({ id }) => id)
      .filter((id) => blocking.some((item) => item.questionId === id));

    expect({
      overallScore,
      tier,
      launchAllowed,
      domainScores: Object.fromEntries(domainScores.map((domain) => [domain.id, domain.score])),
      unmetGates,
      lowDomains: domainScores.filter(({ belowFloor }) => belowFloor).map(({ id }) => id),
    }).toEqual(expected);
    expect(domainScores.map(({ id }) => id)).toEqual(rubric.domains.map(({ id }) => id));
    expect(launchReason).toBe(reasonOf(rubric, mode, expected));
  });
});

/** The reason from the templates of the published file, filled in the simplest way. */
function reasonOf(rubric: Rubric, mode: Mode, expected: z.infer<typeof expectation>): string {
  const { launchRule } = rubricDocument.parse(JSON.parse(Buffer.from(rubric.bytes).toString()));
  const { reasonTemplates: templates, overallFloor: floor, domainFloor } = launchRule;
  const { overallScore: score, launchAllowed, unmetGates, lowDomains, domainScores } = expected;
  const titleOf = (id: string) => rubric.domains.find((domain) => domain.id === id)?.title;
  const remedyOf = (id: string) => rubric.questions.find((question) => question.id === id)?.remediation.title;
  const gates = rubric.questions.filter(({ critical, modes }) => critical && modes.includes(mode)).length;
  if (launchAllowed) return fill(templates.allowed, { gates, score, floor, domainFloor });
  const objections = {
    'unmet gates in question order': unmetGates.map((id) =>
      fill(templates.gate, { remediationTitle: remedyOf(id) }),
    ),
    'domains below the floor in domain order': lowDomains.map((id) =>
      fill(templates.domain, { domainTitle: titleOf(id), domainScore: domainScores[id], domainFloor }),
    ),
    'overall score below the floor': score < floor ? [fill(templates.overall, { score, floor })] : [],
  };
  const parts = launchRule.reasonOrder.flatMap((part) => objections[part]);
  return fill(templates.refused, { parts: parts.join('; ') });
}

function fill(template: string, values: Record<string, string | number | undefined>): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, String(value)),
    template,
  );
}
