import { type PipeTransform } from '@nestjs/common';
import { DtoPipe } from './dto.pipe';
import { type Surface } from './surface';

/** Converts query parameters to a DTO, like a body. A repeated parameter becomes an array. */
export class QueryPipe<Query extends object> implements PipeTransform<object, Query> {
  private readonly pipe: DtoPipe;

  constructor(
    private readonly Query: new () => Query,
    unknownParameters: Surface['unknownMembers'],
  ) {
    this.pipe = new DtoPipe(unknownParameters);
  }

  transform(parameters: object): Query {
    return this.pipe.transform({ ...parameters }, { type: 'body', metatype: this.Query }) as Query;
  }
}
