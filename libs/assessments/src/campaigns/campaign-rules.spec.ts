import { RuleViolation } from '@governance/kernel';
import { checkCampaign, checkClientIds } from './campaign-rules';

const now = new Date('2026-11-20T22:00:00.000Z');
const request = { name: 'Spring', mode: 'msp-self', message: undefined, dueAt: '2026-12-01T12:00:00+02:00' };
const id = '2b9d6f40-8c1e-4f7a-9d35-5e0f1a2b3c4d';

describe('a campaign', () => {
  const messageOf = (message: string): string => checkCampaign({ ...request, message }, now).message;

  it('has its details in canonical form', () => {
    expect(
      checkCampaign({ ...request, name: ' Spring ', message: ' Dear all,\r\n\r\nplease. ' }, now),
    ).toEqual({
      name: 'Spring',
      mode: 'msp-self',
      message: 'Dear all,\n\nplease.',
      dueAt: new Date('2026-12-01T10:00:00.000Z'),
    });
    expect(checkCampaign(request, now).message).toBe('');
  });

  it.each([
    'Please answer by Friday, e.g. with your CISO. Thanks!',
    'Version 2.1 of our policy (see section 4.2).',
    'Note: it takes 30 min. at 10:30.',
    'ご協力ください。よろしくお願いします。',
    'Мы ждём. Спасибо! 👩‍💻',
    'x'.repeat(500),
  ])('has the text %j', (message) => {
    expect(messageOf(message)).toBe(message);
  });

  it.each([
    'Write to eva@globex.example',
    'Write to eva＠globex．example',
    'https://evil.example',
    'hxxp://evil',
    'see evil.example/login',
    'www.evil',
    'evil․com',
    'пример.рф',
    'mailto:eva',
    'tel:+41791234567',
    'javascript:alert(1)',
    'Open 192.0.2.1',
    'ｗｗｗ．ｅｖｉｌ．ｃｏｍ',
  ])('has no address or link such as %j', (message) => {
    expect(() => messageOf(message)).toThrow(new RuleViolation('message must have no addresses or links'));
  });

  it.each([
    [{ name: ' ' }, 'name must have 1 to 100 characters'],
    [{ mode: 'all' }, 'mode must be one of msp-self, client-on-behalf'],
    [{ message: 'x'.repeat(501) }, 'message must have at most 500 characters'],
    [{ message: 'a\tb' }, 'message must have no control, text-direction or other invisible characters'],
    [{ message: 'a\u202eb' }, 'message must have no control, text-direction or other invisible characters'],
    [{ dueAt: 'tomorrow' }, 'due_at must be an RFC 3339 time'],
    [{ dueAt: '2026-11-20T23:59:59Z' }, 'due_at must be on one of the next 366 days, in UTC'],
    [{ dueAt: '2027-11-22T00:00:00Z' }, 'due_at must be on one of the next 366 days, in UTC'],
  ])('is refused with %j', (change, text) => {
    expect(() => checkCampaign({ ...request, ...change }, now)).toThrow(new RuleViolation(text));
  });

  it('is due tomorrow at the earliest', () => {
    const { dueAt } = checkCampaign({ ...request, dueAt: '2026-11-21T00:00:00Z' }, now);
    expect(dueAt).toEqual(new Date('2026-11-21T00:00:00.000Z'));
  });
});

describe('the ids of clients', () => {
  it('are each once, in stored form', () => {
    expect(checkClientIds([id.toUpperCase(), id])).toEqual([id]);
  });

  it.each([
    [[], 'clients must name 1 to 2000 ids'],
    [['Globex'], 'each id of clients must be the id of a client'],
  ])('%j are refused', (ids, text) => {
    expect(() => checkClientIds(ids)).toThrow(new RuleViolation(text));
  });
});
