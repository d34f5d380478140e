import { campaignClientState, type CampaignSteps, endOfDay } from './campaign';

const noon = new Date('2026-11-20T12:00:00.000Z');
const dueAt = new Date('2026-11-27T12:00:00.000Z');
const closesAt = new Date('2026-11-28T00:00:00.000Z');
const steps: CampaignSteps = {
  sentAt: undefined,
  failed: undefined,
  openedAt: undefined,
  startedAt: undefined,
  submittedAt: undefined,
  optedOutAt: undefined,
  closesAt,
};

describe('the state of a client of a campaign', () => {
  const sent = { ...steps, sentAt: noon };
  const started = { ...sent, openedAt: noon, startedAt: noon };

  it.each<[state: string, steps: CampaignSteps, now: Date]>([
    ['queued', steps, noon],
    ['sent', sent, noon],
    ['opened', { ...sent, openedAt: noon }, noon],
    ['started', started, noon],
    ['submitted', { ...started, submittedAt: noon }, closesAt],
    ['opted-out', { ...started, optedOutAt: noon }, closesAt],
    ['failed', { ...steps, failed: 'MailRefused 550' }, closesAt],
    ['failed', { ...steps, failed: 'MailRefused 550', closesAt: noon }, noon],
    ['closed', { ...steps, failed: 'CampaignClosed', closesAt: noon }, noon],
    ['closed', { ...steps, failed: 'CampaignClosed', closesAt: noon }, closesAt],
    ['started', started, new Date(closesAt.getTime() - 1)],
    ['overdue', started, closesAt],
    ['overdue', steps, closesAt],
    ['closed', { ...started, closesAt: noon }, noon],
  ])('is %s', (state, of, now) => {
    expect(campaignClientState(of, { dueAt, now })).toBe(state);
  });
});

it('the end of a day is that in UTC', () => {
  expect(endOfDay(dueAt)).toEqual(closesAt);
  expect(endOfDay(closesAt)).toEqual(new Date('2026-11-29T00:00:00.000Z'));
});
