import {
  type BudgetUse,
  defaultEmailLimits,
  defaultInvitationLimits,
  emailBudgets,
  invitationBudgets,
  longestWait,
} from './email-budget';

const noon = new Date('2026-11-20T12:00:00.000Z');
const minuteMs = 60_000;

function laterBy(minutes: number): Date {
  return new Date(noon.getTime() + minutes * minuteMs);
}

function useOf(scope: 'recipient' | 'domain', windowMinutes: number, turnMinutes?: number): BudgetUse {
  const limitingTurn = turnMinutes === undefined ? undefined : laterBy(turnMinutes);
  return { budget: { scope, limit: 3, windowMs: windowMinutes * minuteMs }, limitingTurn };
}

describe('longestWait', () => {
  it('has room now when no budget is used up', () => {
    expect(longestWait([], noon)).toBeUndefined();
    expect(longestWait([useOf('recipient', 60), useOf('domain', 60)], noon)).toBeUndefined();
  });

  it('waits until the limiting turn has left the window, and not a millisecond longer', () => {
    expect(longestWait([useOf('recipient', 60, -59)], noon)).toEqual({
      scope: 'recipient',
      until: laterBy(1),
    });
    expect(longestWait([useOf('recipient', 60, -60)], noon)).toBeUndefined();
    expect(longestWait([useOf('recipient', 60, -60)], new Date(noon.getTime() - 1))).toEqual({
      scope: 'recipient',
      until: noon,
    });
  });

  it('waits until every exceeded budget has room, and names the last one', () => {
    const uses = [useOf('recipient', 60, -30), useOf('domain', 60, -10), useOf('recipient', 60, -20)];
    expect(longestWait(uses, noon)).toEqual({ scope: 'domain', until: laterBy(50) });
  });

  it('counts future turns', () => {
    expect(longestWait([useOf('recipient', 60, 45)], noon)).toEqual({
      scope: 'recipient',
      until: laterBy(105),
    });
  });
});

describe('emailBudgets', () => {
  it('are the default ones unless others are set', () => {
    const texts = emailBudgets().map(
      ({ scope, limit, windowMs }) => `${scope} ${limit}/${windowMs / 3_600_000}h`,
    );
    expect(texts).toEqual([
      'recipient 3/1h',
      'recipient 10/24h',
      'certificate 5/24h',
      'domain 200/1h',
      'client 20/1h',
      'total 2000/1h',
    ]);
  });

  it('take every limit from the settings', () => {
    const limits = Object.fromEntries(
      Object.keys(defaultEmailLimits)
        .filter((name) => name !== 'recipientWaiting')
        .map((name, index) => [name, index + 50]),
    );
    const budgets = emailBudgets({ ...defaultEmailLimits, ...limits });
    expect(budgets.map(({ limit }) => limit).toSorted()).toEqual(Object.values(limits).toSorted());
  });
});

describe('invitationBudgets', () => {
  it('are the default ones unless others are set', () => {
    const texts = invitationBudgets().map(
      ({ scope, limit, windowMs }) => `${scope} ${limit}/${windowMs / 3_600_000}h`,
    );
    expect(texts).toEqual([
      'invitee 3/1h',
      'invitee 5/24h',
      'organization 500/1h',
      'organization 2000/24h',
      'mailbox 20/24h',
    ]);
  });

  it('take every limit from the settings', () => {
    const names = Object.keys(defaultInvitationLimits);
    const limits = Object.fromEntries(names.map((name, index) => [name, index + 50]));
    const budgets = invitationBudgets({ ...defaultInvitationLimits, ...limits });
    expect(budgets.map(({ limit }) => limit).toSorted()).toEqual(Object.values(limits).toSorted());
  });

  it('prevent one organization from using up the shared budget of a recipient', () => {
    expect(defaultInvitationLimits.mailboxPerDay).toBeGreaterThan(defaultInvitationLimits.inviteePerDay);
  });
});
