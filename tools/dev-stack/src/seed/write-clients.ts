import {
  type OrgClientStore,
  type OrgResultStore,
  type ResultStore,
  type SurveyResult,
} from '@governance/assessments';
import { type AuditActor, everythingOf } from '@governance/iam';
import { type Answers, publishedRubrics } from '@governance/rubric';
import { randomUUID } from 'node:crypto';
import { type PastAssessment, pastClients } from './past-clients';

const mode = 'client-on-behalf';
const rubric = publishedRubrics.current;
const questions = rubric.questions.filter(({ modes }) => modes.includes(mode));

export interface ClientStores {
  readonly results: ResultStore;
  readonly clients: OrgClientStore;
  readonly orgResults: OrgResultStore;
}

/** Stores the planned clients of an organization and their results, by the stores of the services. No mail is sent. */
export async function writeClients(
  { results, clients, orgResults }: ClientStores,
  { orgId, actor }: { readonly orgId: string; readonly actor: AuditActor },
): Promise<void> {
  const now = new Date();
  const context = { actor, orgId, requestId: randomUUID(), secondFactorAgeSeconds: undefined };
  const viewer = everythingOf(orgId);
  for (const { details, assessments } of pastClients) {
    const id = randomUUID();
    const creation = { ...context, operation: 'org-clients:create', target: id } as const;
    await clients
      .forViewer(viewer)
      .create(
        { ...details, id, declaredName: undefined, createdAt: now, updatedAt: now },
        { now, audit: creation },
      );
    for (const assessment of assessments) {
      const result = resultOf(assessment, now);
      await results.create(result, { organizationName: details.name });
      const audit = { ...context, operation: 'org-results:attach', target: result.id } as const;
      await orgResults.forViewer(viewer).attach(result.id, { now, audit, clientId: id });
    }
  }
}

function resultOf({ monthsAgo, openInTen }: PastAssessment, now: Date): SurveyResult {
  const createdAt = new Date(now);
  createdAt.setUTCMonth(createdAt.getUTCMonth() - monthsAgo);
  const answers = answersWith(openInTen);
  return {
    id: randomUUID(),
    createdAt,
    mode,
    rubric: rubric.reference,
    answers,
    outcome: rubric.assess(answers, mode),
  };
}

/** The open answers of few are among those of more, so that a client that improves closes gaps. */
function answersWith(openInTen: number): Answers {
  const rank = (index: number): number => (index * 7) % 10;
  return Object.fromEntries(
    questions.map(({ id }, index) => [id, rank(index) < openInTen ? ((index % 3) as 0 | 1 | 2) : 3]),
  );
}
