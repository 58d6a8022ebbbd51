export type SearchSettings = {
  default_mode: 'lexical' | 'hybrid' | 'semantic';
  default_sort: 'date_desc' | 'date_asc' | 'relevance';
  max_results: number;
};
