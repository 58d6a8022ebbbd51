/** How a request to a language model can fail. */
export const modelErrors = {
  llm_disabled: ['unsupported', 'No language model is set up for this task.'],
  not_this_computer: ['refused', 'The model is on another computer, and what is known about people may not go there.'],
  unencrypted_endpoint: ['refused', 'The server is on the internet and its address does not begin with https.'],
  bad_endpoint: ['invalid', 'The address of the server cannot be used.'],
  unreachable: ['provider', 'The server does not answer.'],
  too_many_redirects: ['provider', 'The server sends the request to another address, which is not followed.'],
  llm_timeout: ['provider', 'The model did not answer in time.'],
  llm_unauthorized: ['provider', 'The server does not accept the key.'],
  llm_not_found: ['provider', 'The server has no such model, or is no server of models.'],
  llm_rate_limited: ['limited', 'The server takes no more requests for now.'],
  llm_refused_request: ['provider', 'The server refused the request.'],
  llm_server_error: ['provider', 'The server reported an error of its own.'],
  llm_bad_answer: ['provider', 'The answer does not have the form that was asked for.'],
  llm_cut_off: ['provider', 'The connection ended in the middle of the answer.'],
  stopping: ['unavailable', 'Posthorn stopped before the model had answered.'],
  llm_answer_too_long: ['provider', 'The model did not end its answer.'],
} as const;
