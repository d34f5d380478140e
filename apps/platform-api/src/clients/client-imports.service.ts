import {
  checkClientChange,
  type ClientLine,
  type ImportedLine,
  OrgClientStore,
} from '@governance/assessments';
import { type OrgCaller } from '@governance/auth-guards';
import { type AuditContext, viewerOf } from '@governance/iam';
import { asUuid, Clock, RuleViolation } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { type FileLine, linesOf } from './client-lines';
import { ClientOwners, idsIn, refusalOf } from './client-owners';
import { assignmentRefused, referenceTaken, tooManyClients, unknownClient } from './client-problems';

/** What became of a line of a file, by its number. */
export interface ReportedLine {
  readonly line: number;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  /** The client; undefined for a refused line. */
  readonly id?: string;
  /** Why the line is refused: the text of the error that a single write would have got. */
  readonly reason?: string;
}

/** A line that the rules accept. */
interface AcceptedLine extends ClientLine {
  readonly line: number;
}

/** Imports of clients from files. */
@Injectable()
export class ClientImports {
  constructor(
    private readonly store: OrgClientStore,
    private readonly owners: ClientOwners,
    private readonly clock: Clock,
  ) {}

  /** Carries out every line that is not refused. Throws `RuleViolation` for a file that is no table of clients. */
  async import(caller: OrgCaller, csv: string, audit: AuditContext): Promise<readonly ReportedLine[]> {
    const checked = linesOf(csv).map(checkedLine);
    const changes = checked.flatMap((line) => ('change' in line ? line.change : []));
    const members = await this.owners.among(caller.orgId, new Set(changes.flatMap(idsIn)));
    const lines = checked.map((line) => {
      const reason = 'change' in line ? refusalOf(line.change, members) : undefined;
      return reason === undefined ? line : refusal(line.line, reason);
    });
    const accepted = lines.filter((line) => 'change' in line);
    const write = { now: this.clock.now(), audit };
    const imported = (await this.store.forViewer(viewerOf(caller)).import(accepted, write)).values();
    return lines.map((line) => ('change' in line ? this.reported(line.line, imported.next().value) : line));
  }

  private reported(line: number, imported: ImportedLine | undefined): ReportedLine {
    if (imported === undefined) throw new Error('an import reports every line');
    switch (imported.outcome) {
      case 'created':
      case 'updated':
      case 'unchanged':
        return { line, outcome: imported.outcome, id: imported.id };
      case 'full':
        return refusal(line, tooManyClients(this.store.quota).text);
      case 'taken':
        return refusal(line, referenceTaken().text);
      case 'unknown':
        return refusal(line, unknownClient().text);
      case 'nameless':
        return refusal(line, 'name must have 1 to 100 characters');
      case 'unassignable':
        return refusal(line, assignmentRefused().text);
    }
  }
}

function refusal(line: number, reason: string): ReportedLine {
  return { line, outcome: 'refused', reason };
}

function checkedLine({ line, id: text, request }: FileLine): AcceptedLine | ReportedLine {
  try {
    const id = asUuid(text);
    if (text !== '' && id === undefined) throw new RuleViolation(unknownClient().text);
    return { line, id, change: checkClientChange(request()), newId: randomUUID() };
  } catch (error) {
    if (error instanceof RuleViolation) return refusal(line, error.message);
    throw error;
  }
}
