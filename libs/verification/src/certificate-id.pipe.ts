import { Problem } from '@governance/kernel';
import { type PipeTransform } from '@nestjs/common';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** spec 4.1: an id that is no UUID is 400 on both verify endpoints. Gives the id in lower case. */
export class CertificateIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!uuid.test(value)) throw new Problem('invalid', 'id must be a UUID');
    return value.toLowerCase();
  }
}
