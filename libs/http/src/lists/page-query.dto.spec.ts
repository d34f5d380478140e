import { QueryPipe } from '../query.pipe';
import { PageQuery } from './page-query.dto';

const pipe = new QueryPipe(PageQuery, 'ignore');

describe('PageQuery', () => {
  it('requests no page without page parameters', () => {
    expect(pipe.transform({}).toInput()).toBeUndefined();
    expect(pipe.transform({ 'api-version': '1.0', Limit: '7' }).toInput()).toBeUndefined();
  });

  it.each(['1', '9', '10', '99', '100', '199', '200'])('takes the limit %s', (limit) => {
    expect(pipe.transform({ limit }).toInput()).toEqual({ limit: Number(limit), cursor: undefined });
  });

  it.each([
    '',
    '0',
    '-1',
    '201',
    '300',
    '1000',
    '01',
    '1.0',
    '1e2',
    ' 1',
    '1\n',
    '+1',
    '٣',
    'ten',
    ['1', '2'],
    {},
  ])('refuses the limit %j § V1.4.2', (limit) => {
    expect(() => pipe.transform({ limit })).toThrow('limit must be an integer from 1 to 200');
  });

  it('takes a cursor as it is', () => {
    expect(pipe.transform({ cursor: 'AQ' }).toInput()).toEqual({ limit: undefined, cursor: 'AQ' });
    expect(pipe.transform({ cursor: '', limit: '5' }).toInput()).toEqual({ limit: 5, cursor: '' });
  });

  it('refuses a cursor that is given twice § V15.3.7', () => {
    const cursor = ['AQ', 'AQ'];
    expect(() => pipe.transform({ cursor })).toThrow('cursor must be the next_cursor of a page of this list');
  });
});
