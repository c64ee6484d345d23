function out = sd_model(alpha, gamma, c)
% SD_MODEL  Speculative decoding model.
%   alpha  acceptance probability of a drafted token (scalar or vector)
%   gamma  number of drafted tokens per target pass
%   c      duration of a draft pass relative to a target pass
%
%   E(tokens) = (1 - alpha^(gamma+1)) / (1 - alpha)

    if nargin < 3
        c = 0.05;
    end
    validateattributes(alpha, {'numeric'}, {'>=', 0, '<', 1});
    validateattributes(gamma, {'numeric'}, {'integer', 'positive', 'scalar'});

    out.tokens   = (1 - alpha.^(gamma + 1)) ./ (1 - alpha);
    out.accepted = out.tokens - 1;
    out.ratio    = out.accepted ./ gamma;
    out.speedup  = speedup_of(alpha, gamma, c);
    out.gain_k1  = (1 + alpha) ./ (1 + c);

    % operations per token relative to plain decoding
    out.ops = (1 - alpha) .* (gamma * c + gamma + 1) ./ (1 - alpha.^(gamma + 1));

    if nargout == 0
        show(out, alpha, gamma);
    end
end

function s = speedup_of(alpha, gamma, c)
% Speedup over plain decoding, gamma drafts at cost c each.
    s = (1 - alpha.^(gamma + 1)) ./ ((1 - alpha).^2 .* (gamma * c + 1));
end

function tf = is_profitable(alpha, c)
% Some draft length is faster than plain decoding.
    tf = alpha > c;
end

function tf = is_profitable_at(alpha, gamma, c)
% This draft length is faster than plain decoding.
    tf = (1 - alpha.^(gamma + 1)) ./ (1 - alpha) > 1 + gamma * c;
end

function t = tokens_estimate(alpha, gamma)
% Expected tokens per target pass, for the slide with the bar chart.
    t = 1 + alpha .* gamma;
end

function show(out, alpha, gamma)
    fprintf('gamma = %d\n', gamma);
    for i = 1:numel(alpha)
        fprintf('  alpha %.2f  tokens %.2f  speedup %.2f\n', alpha(i), out.tokens(i), out.speedup(i));
    end
    h = plot(alpha, out.tokens, 'LineWidth', 1.5);
    h.Color(4) = 0.8;
    xlabel('\alpha'); ylabel('tokens per target pass');
    grid on;
end
