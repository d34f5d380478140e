import { DtoPipe } from '@governance/http';
import { type PipeTransform } from '@nestjs/common';

/** Makes a DTO of the parameters of the query, as the body becomes one: unknown and repeated ones are refused. */
export class QueryPipe<Query extends object> implements PipeTransform<object, Query> {
  private readonly pipe = new DtoPipe('refuse');

  constructor(private readonly Query: new () => Query) {}

  transform(parameters: object): Query {
    return this.pipe.transform({ ...parameters }, { type: 'body', metatype: this.Query }) as Query;
  }
}
