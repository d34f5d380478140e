import {
  type Attachment,
  type AttachmentChange,
  type CampaignMails,
  type CampaignReport,
  type OrgResults,
  type OrgResultStore,
} from '@governance/assessments';
import { type OrgViewer } from '@governance/iam';
import { FixedClock } from '@governance/testing';
import { CampaignAnswers } from './campaign-answers';

const clock = new FixedClock('2026-11-20T12:00:00.000Z');
const job = { queue: 'platform/campaign-answers', key: 'draft-1', lease: 'lease', attempts: 1 };
const submitted: CampaignReport = {
  id: 'report-1',
  orgId: 'org_acme',
  clientId: 'client-1',
  kind: 'submitted',
  resultId: 'result-1',
};
const optedOut: CampaignReport = { ...submitted, id: 'report-2', kind: 'opted-out', resultId: undefined };

describe('CampaignAnswers', () => {
  let reports: readonly CampaignReport[];
  let attached: { orgId: string; resultId: string; change: AttachmentChange }[];
  let outcome: Attachment;
  let settled: string[];
  beforeEach(() => {
    [reports, attached, outcome, settled] = [[submitted, optedOut], [], 'attached', []];
  });

  const mails = {
    reportsOf: (draftId: string) => {
      expect(draftId).toBe('draft-1');
      return Promise.resolve(reports);
    },
    settle: ({ id }: CampaignReport, now: Date) => {
      expect(now).toEqual(clock.now());
      settled.push(id);
      return Promise.resolve();
    },
  } as Partial<CampaignMails> as CampaignMails;
  const results = {
    forViewer: ({ orgId, sees }: OrgViewer) => {
      expect(sees).toBe('all');
      const attach = (resultId: string, change: AttachmentChange): Promise<Attachment> => {
        attached.push({ orgId, resultId, change });
        return Promise.resolve(outcome);
      };
      return { attach } as Partial<OrgResults> as OrgResults;
    },
  } as Partial<OrgResultStore> as OrgResultStore;
  const run = (): Promise<void> => new CampaignAnswers(mails, results, clock).run(job);

  it('attaches a submitted result to its client, as the system, and then settles all reports § 10.21am', async () => {
    await run();
    expect(attached).toMatchObject([
      {
        orgId: 'org_acme',
        resultId: 'result-1',
        change: {
          now: clock.now(),
          clientId: 'client-1',
          audit: {
            actor: { kind: 'system', issuer: 'worker', subject: 'campaign-answers' },
            operation: 'org-results:attach',
            target: 'result-1',
            requestId: 'report-1',
          },
        },
      },
    ]);
    expect(settled).toEqual(['report-1', 'report-2']);
  });

  it.each<Attachment>(['known', 'moved', 'withdrawn', 'unknown', 'unknown-client'])(
    'settles a report whose result is %s',
    async (of) => {
      outcome = of;
      await run();
      expect(settled).toEqual(['report-1', 'report-2']);
    },
  );

  it('keeps a report while the organization has no room, for another attempt', async () => {
    outcome = 'full';
    await expect(run()).rejects.toThrow();
    expect(settled).toEqual([]);
  });
});
