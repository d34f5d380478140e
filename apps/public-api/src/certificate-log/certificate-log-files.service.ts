import { CertificateLogFiles } from '@governance/assessments';
import { parseEntryBundlePath, parseTilePath } from '@governance/transparency';
import { Injectable } from '@nestjs/common';
import { type LogTrustResponse } from './certificate-log-files.dto';
import { notInTheLog } from './certificate-log-files-problems';

/** What anyone can read of the certificate log. @throws Problem `not_found` for what is not published. */
@Injectable()
export class CertificateLogFilesService {
  constructor(private readonly log: CertificateLogFiles) {}

  async checkpoint(): Promise<string> {
    return found(await this.log.checkpoint());
  }

  async trust(): Promise<LogTrustResponse> {
    return JSON.parse(found(await this.log.trust())) as LogTrustResponse;
  }

  /** Hashes or entries, by the path below the address of the log. */
  async tile(path: string): Promise<Uint8Array> {
    const bundle = parseEntryBundlePath(path);
    if (bundle) return found(await this.log.entries(bundle));
    const tile = parseTilePath(path);
    return found(tile && (await this.log.tile(tile)));
  }
}

function found<Part>(part: Part | undefined): Part {
  if (part === undefined) throw notInTheLog();
  return part;
}
