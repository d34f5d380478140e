import { type CertificateEvent, entryOfEvent, type FolderCheckpoint, LogFolder } from '@governance/testing';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { FakeService } from './fake-service';
import { type ProgramRun, TestProgram } from './test-program';

export const minute = '2026-11-20T12:00Z';

/** The event of an entry. Events of another name have other credentials. */
export function eventOf(entry: number, name = ''): CertificateEvent {
  const event = {
    id: `00000000-0000-4000-8000-${entry.toString().padStart(12, '0')}`,
    salt: createHash('sha256').update(`salt ${entry}`).digest().subarray(0, 16),
    at: new Date(minute),
  };
  const isWithdrawal = entry % 7 === 3;
  return isWithdrawal
    ? { ...event, kind: 'withdrawn' }
    : { ...event, kind: 'issued', credential: `credential ${name} ${entry}` };
}

/** The entries from one number up to, and without, another. */
export function entriesFrom(first: number, last: number, name?: string): readonly string[] {
  return Array.from({ length: last - first }, (_, at) => entryOfEvent(eventOf(first + at, name)));
}

/** A log in a folder of a user, who verifies it. */
export class LogUser {
  readonly program = new TestProgram();
  private readonly service = new FakeService();
  private current = new LogFolder(this.path('log'));

  get log(): LogFolder {
    return this.current;
  }

  /** A file of the user. */
  path(name: string): string {
    return this.program.path(name);
  }

  save(name: string, content: string): string {
    writeFileSync(this.path(name), content);
    return this.path(name);
  }

  /** Appends entries up to this size. */
  async publish(size: number, checkpoint?: FolderCheckpoint): Promise<void> {
    this.log.append(entriesFrom(this.log.size, size));
    await this.log.publish(checkpoint);
  }

  /** With the same keys, the log shows another history whose first entries are the same. */
  async rewrite({ same, size }: { readonly same: number; readonly size: number }): Promise<void> {
    rmSync(this.log.folder, { recursive: true });
    this.current = new LogFolder(this.log.folder, this.log.issuer);
    this.log.append([...entriesFrom(0, same), ...entriesFrom(same, size, 'forged')]);
    await this.log.publish();
  }

  read(path: string): Buffer {
    return readFileSync(this.path(`log/${path}`));
  }

  changeByte(path: string, at: number): void {
    const content = this.read(path);
    content[at] = (content[at] ?? 0) ^ 1;
    this.log.write(path, content);
  }

  /** Without a network. */
  verify(...more: readonly string[]): Promise<ProgramRun> {
    const trust = this.save('trust.json', this.log.trust());
    return this.program.run(['log', 'verify', '--folder', this.log.folder, '--trust', trust, ...more]);
  }

  end(): void {
    const { calls } = this.service;
    this.service.restore();
    this.program.remove();
    expect(calls).toEqual([]);
  }
}
