import { type ConsoleSessionStore, IdentityProviderUnavailable } from '@governance/iam';
import { FaultyWire, InMemoryMemberDirectory, InMemoryTokenCutOffs } from '@governance/iam/spec';
import { StoreUnavailable } from '@governance/kernel';
import { RecordedSessionEnds } from './recorded-session-ends';
import { SessionEndRecorder } from './session-end-recorder';

const issuer = 'https://login.example.org';
const endedAt = new Date('2026-11-26T12:00:00.000Z');

describe('the ends of sessions at the provider', () => {
  let directory: InMemoryMemberDirectory;
  let cutOffs: InMemoryTokenCutOffs;
  let ended: unknown[];
  let recorder: SessionEndRecorder;
  beforeEach(() => {
    directory = new InMemoryMemberDirectory();
    cutOffs = new InMemoryTokenCutOffs(new FaultyWire(() => new StoreUnavailable()));
    ended = [];
    const sessions: Pick<ConsoleSessionStore, 'endUntil'> = {
      endUntil: (...call) => Promise.resolve(void ended.push(call)),
    };
    recorder = new SessionEndRecorder(directory, cutOffs, sessions, { issuer });
    const orgIds = ['org_acme', 'org_globex'];
    directory.ended.set('end-1', { id: 'end-1', subject: 'ada', orgIds, endedAt });
  });

  const cutOffIn = async (orgId: string): Promise<Date | undefined> =>
    (await cutOffs.find({ issuer, subject: 'ada', orgId }))?.removedAt;

  it('end the tokens in every organization and the console sessions, and are then forgotten', async () => {
    await recorder.recordAll();
    for (const orgId of ['org_acme', 'org_globex']) expect(await cutOffIn(orgId)).toEqual(endedAt);
    expect(ended).toEqual([[{ issuer, subject: 'ada' }, endedAt]]);
    expect(directory.ended.size).toBe(0);
  });

  it('are not forgotten before they are recorded', async () => {
    cutOffs.wire.loseOne('request', 1);
    await expect(recorder.recordAll()).rejects.toThrow(StoreUnavailable);
    expect(directory.ended.size).toBe(1);
    await recorder.recordAll();
    expect([await cutOffIn('org_globex'), directory.ended.size]).toEqual([endedAt, 0]);
  });

  it('are taken in by requests, which an absent provider does not fail, but the store does', async () => {
    const intake = new RecordedSessionEnds(recorder);
    jest.spyOn(directory, 'sessionEnds').mockRejectedValueOnce(new IdentityProviderUnavailable());
    await intake.takeIn();
    expect(await cutOffIn('org_acme')).toBeUndefined();
    cutOffs.wire.loseOne('request', 0);
    await expect(intake.takeIn()).rejects.toThrow(StoreUnavailable);
    await intake.takeIn();
    expect(await cutOffIn('org_acme')).toEqual(endedAt);
  });
});
