import { checkTreeHead, IssuerKeySet, type TreeHeadClaims } from '@governance/certificate-verifier';
import { JoseIssuer } from '@governance/certificates';
import { createTestIssuerKeys, FixedClock, temporaryFolder } from '@governance/testing';
import { MissingTile } from '@governance/transparency';
import { Logger } from '@nestjs/common';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OwnedDatabase } from '../../spec/owned-database';
import { HeadMemoryFolder } from './head-memory-folder';
import { TreeHeadSigner } from './tree-head-signer';

const noon = new Date('2026-11-20T12:00:00.000Z');
const threeDaysAgo = new Date('2026-11-17T12:00:00.000Z');
const addresses = { publicBaseUrl: 'https://assess.example.org', platformBaseUrl: 'https://api.example.org' };

describe('TreeHeadSigner', () => {
  const file = createTestIssuerKeys();
  const issuer = new JoseIssuer(file.load(), addresses);
  const keys = new IssuerKeySet({ keys: issuer.publicKeys() });
  let folder: string;
  let clock: FixedClock;
  let database: OwnedDatabase;
  let errors: jest.SpyInstance;

  beforeEach(() => {
    folder = temporaryFolder('audit-memory');
    clock = new FixedClock(noon);
    database = new OwnedDatabase();
    database.events = ['one', 'two', 'three'];
    errors = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    errors.mockRestore();
  });
  afterAll(() => {
    file.remove();
  });

  /** A worker that starts now. */
  const signer = (memory = new HeadMemoryFolder(folder)): TreeHeadSigner =>
    new TreeHeadSigner({ heads: database, issuer, clock, memory });

  function lastHead(): Promise<TreeHeadClaims> {
    return checkTreeHead(database.signed.at(-1) ?? '', keys);
  }

  it('signs heads of a tree that grows, at its own time, and says since when it has compared them', async () => {
    expect(await signer().sign(database.head(threeDaysAgo))).toBe(true);
    clock.set('2026-11-21T12:00:00.000Z');
    database.events = [...database.events, 'four', 'five'];
    expect(await signer().sign(database.head(threeDaysAgo))).toBe(true);
    expect(await lastHead()).toEqual({
      org_id: 'org_acme',
      tree_size: 5,
      root_hash: database.head().root.toString('hex'),
      created_at: '2026-11-21T12:00:00.000Z',
      remembered_since: noon.toISOString(),
    });
    expect(errors).not.toHaveBeenCalled();
  });

  it.each<[string, readonly string[]]>([
    ['an event was deleted, and the tree made again', ['one', 'three']],
    ['an event was deleted, and others were added', ['one', 'three', 'four', 'five', 'six']],
    ['an event was changed', ['one', '2', 'three']],
    ['an event was changed, and another added', ['one', '2', 'three', 'four']],
    ['the last events were cut off', ['one', 'two']],
    ['every event was replaced', ['1', '2', '3', '4']],
  ])('signs no head of a history in which %s', async (_, events) => {
    await signer().sign(database.head());
    database.events = events;
    const worker = signer();
    for (const head of [database.head(threeDaysAgo), database.head()])
      expect(await worker.sign(head)).toBe(false);
    expect(database.signed).toHaveLength(1);
    expect(errors.mock.calls).toEqual([
      [
        {
          msg: 'audit tree head refused: it does not extend the last one',
          orgId: 'org_acme',
          size: events.length,
          last: 3,
        },
      ],
    ]);
    database.events = ['one', 'two', 'three', 'four'];
    expect(await worker.sign(database.head())).toBe(true);
  });

  it('signs again after a crash between its memory and the database, but nothing else', async () => {
    const head = database.head();
    database.failure = new Error('away');
    await expect(signer().sign(head)).rejects.toThrow('away');
    database.failure = undefined;
    database.events = ['one', 'two', '3'];
    expect(await signer().sign(database.head())).toBe(false);
    expect(await signer().sign(head)).toBe(true);
  });

  it('begins again without its memory: with a loud event, and a mark in the head', async () => {
    await signer().sign(database.head());
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    clock.set('2026-11-25T12:00:00.000Z');
    database.events = ['one', 'three'];
    expect(await signer().sign(database.head())).toBe(true);
    expect(errors).toHaveBeenCalledWith({
      msg: 'audit memory lost: a signed tree begins again',
      orgId: 'org_acme',
      size: 2,
    });
    expect(await lastHead()).toMatchObject({ remembered_since: '2026-11-25T12:00:00.000Z' });
  });

  it('signs nothing with a damaged memory, or without its folder', async () => {
    await signer().sign(database.head());
    const [name = ''] = readdirSync(folder);
    writeFileSync(join(folder, name, '1.json'), '{"org_id":"org_acme"');
    await expect(signer().sign(database.head())).rejects.toThrow();
    await expect(signer(new HeadMemoryFolder(join(folder, 'away'))).sign(database.head())).rejects.toThrow(
      'ENOENT',
    );
    expect(database.signed).toHaveLength(1);
  });

  it('passes over a head that another worker has left behind, which would hide the events since', async () => {
    const behind = database.head();
    database.events = [...database.events, 'four'];
    await signer().sign(database.head());
    expect(await signer().sign(behind)).toBe(false);
    expect(database.signed).toHaveLength(1);
    expect(errors).not.toHaveBeenCalled();
  });

  it('waits for hashes that are missing', async () => {
    await signer().sign(database.head());
    database.events = [...database.events, 'four'];
    const missing = jest
      .spyOn(database, 'consistencyPath')
      .mockRejectedValueOnce(new MissingTile({ level: 1, index: 0, width: 1 }));
    const worker = signer();
    expect(await worker.sign(database.head())).toBe(false);
    expect(await worker.sign(database.head())).toBe(true);
    missing.mockRestore();
  });

  it('remembers each organization', async () => {
    await signer().sign(database.head());
    const other = { ...database.head(), orgId: 'ORG_ACME', size: 1 };
    expect(await signer().sign(other)).toBe(true);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('marks no head when it has no memory', async () => {
    expect(
      await new TreeHeadSigner({ heads: database, issuer, clock, memory: undefined }).sign(database.head()),
    ).toBe(true);
    expect(await lastHead()).not.toHaveProperty('remembered_since');
  });

  it('signs nothing that is accepted as a credential, or the reverse', async () => {
    const seal = await issuer.documentSigner('3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19').seal('digest');
    await expect(checkTreeHead(seal, keys)).rejects.toThrow('not of the type audit-tree-head+jwt');
    const stranger = createTestIssuerKeys();
    const forged = await new JoseIssuer(stranger.load(), addresses).signTreeHead(database.head());
    stranger.remove();
    await expect(checkTreeHead(forged, keys)).rejects.toThrow('does not belong to the issuer');
  });
});
