import { CampaignClientResponse } from '../../campaigns/campaign-client.dto';
import { CampaignResponse } from '../../campaigns/campaign.dto';
import { exampleCampaign } from '../../campaigns/campaign.openapi';
import { askedClientView, type Campaign, campaignView, leftOutView } from './campaign-view';

const campaign = new CampaignResponse(exampleCampaign) as Campaign;
const now = new Date('2026-12-01T12:00:00.000Z');

describe('the view of a campaign', () => {
  it('has its details and its progress in words', () => {
    const view = campaignView(campaign, now);
    expect(view).toMatchObject({
      id: exampleCampaign.id,
      name: 'Spring 2027',
      due: '18 December 2026',
      state: 'Open',
      isOpen: true,
      clients: 40,
      submitted: 9,
      most: 40,
    });
    expect(view.steps.map(({ label, count }) => `${label}: ${count}`)).toEqual([
      'Mail sent: 38',
      'Opened: 21',
      'Answers saved: 14',
      'Submitted: 9',
      'Overdue: 0',
      'Mail failed: 2',
      'Wants no mails: 1',
    ]);
  });

  it('is over after its due day, and closed before if someone closed it', () => {
    const state = (at: string, closed: string | null = null): unknown[] => {
      const view = campaignView({ ...campaign, closed_at: closed }, new Date(at));
      return [view.state, view.isOpen];
    };
    expect(state('2026-12-18T23:59:59.000Z')).toEqual(['Open', true]);
    expect(state('2026-12-19T00:00:00.000Z')).toEqual(['Over', false]);
    expect(state('2026-12-02T00:00:00.000Z', '2026-12-01T09:00:00.000Z')).toEqual([
      'Closed on 1 December 2026',
      false,
    ]);
  });

  it('has a bar without clients, too', () => {
    expect(campaignView({ ...campaign, progress: { ...campaign.progress, clients: 0 } }, now).most).toBe(1);
  });
});

describe('the view of a client of a campaign', () => {
  const none = { name: undefined, reference: undefined, failed: undefined, resultId: undefined };
  const steps = { sentAt: undefined, openedAt: undefined, startedAt: undefined, submittedAt: undefined };
  const asked = {
    ...none,
    ...steps,
    optedOutAt: undefined,
    closesAt: new Date('2026-12-19'),
    createdAt: now,
    id: 'c1',
  };
  const viewOf = (changes: object) =>
    askedClientView(
      new CampaignClientResponse({ ...asked, ...changes }, { dueAt: exampleCampaign.dueAt, now }),
    );

  it('says how far it has come, and when', () => {
    expect(viewOf({})).toMatchObject({
      name: 'Client without a name',
      state: 'Mail is queued',
      last: 'Nothing yet',
    });
    const sentAt = new Date('2026-11-20T09:00:00.000Z');
    expect(viewOf({ sentAt, reference: 'CW-1' })).toMatchObject({
      name: 'CW-1',
      reference: undefined,
      state: 'Mail sent',
      last: '20 November 2026',
      needsLook: false,
    });
    const submittedAt = new Date('2026-11-22T09:00:00.000Z');
    expect(viewOf({ sentAt, submittedAt, name: 'Globex', reference: 'CW-1', resultId: 'r1' })).toMatchObject({
      name: 'Globex',
      reference: 'CW-1',
      state: 'Submitted',
      last: '22 November 2026',
      resultId: 'r1',
    });
    expect(viewOf({ failed: 'refused' })).toMatchObject({ state: 'Mail failed', needsLook: true });
    expect(viewOf({ failed: 'CampaignClosed' })).toMatchObject({
      state: 'Closed without an answer',
      needsLook: false,
    });
  });
});

it('the clients that get no mail are counted by the reason', () => {
  const leftOut = (['no_contact', 'archived', 'no_contact'] as const).map((reason) => ({
    client_id: 'c',
    reason,
  }));
  expect(leftOutView(leftOut)).toEqual([
    { reason: 'Without the email address of a contact', count: 2 },
    { reason: 'Archived', count: 1 },
  ]);
});
