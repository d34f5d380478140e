import { asUuid, type Problem } from '@governance/kernel';
import { type PipeTransform } from '@nestjs/common';
import { invalidCertificateId } from './canonical-verification.openapi';

/** spec 4.1: an id that is not a UUID is 400 on both verify endpoints. Returns the id in lower case. */
export class CertificateIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const id = asUuid(value);
    if (id === undefined) throw notAnId();
    return id;
  }
}

export function notAnId(headers: Readonly<Record<string, string>> = {}): Problem {
  return invalidCertificateId({ headers });
}
