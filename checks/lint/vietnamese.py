"""The words of decoding in Vietnamese, for the tables of `words`, `contexts` and `refutations`: plain data."""

from __future__ import annotations

SPECULATION = (
    r"(?:giải mã|lấy mẫu) (?:suy đoán|phỏng đoán|đầu cơ)|mô hình (?:nháp|phác thảo|mục tiêu|đích)|token nháp|bản nháp"
)
STEMS = (
    "suy đoán",
    "phỏng đoán",
    "đầu cơ",
    "mô hình nháp",
    "mô hình mục tiêu",
    "mô hình đích",
    "token nháp",
    "bản nháp",
)
ACCEPT = r"chấp nhận"
PROBABILITY = r"xác suất"
PER_TOKEN = r"(?:mỗi|từng|một) (?:token|vị trí)(?: nháp)?"
RATE = r"t[ỷỉ] lệ (?:được )?chấp nhận|xác suất (?:để )?(?:mỗi |một )?(?:token )?(?:nháp )?(?:được )?(?:chấp nhận|đúng)"
LENGTH = r"(?:độ dài|chiều dài) (?:bản )?(?:nháp|draft)|số (?:lượng )?token (?:nháp|draft|đề xuất)|draft sinh"
EXPECTED = (
    r"số (?:lượng )?token (?:trung bình|kỳ vọng)(?! (?:được )?chấp nhận)|(?:trung bình|kỳ vọng) (?:số )?token|"
    r"token (?:trên|cho|mỗi) (?:mỗi )?(?:vòng|bước|lần)"
)
ACCEPTED = r"token (?:nháp )?(?:trung bình |kỳ vọng )?(?:được )?chấp nhận|số (?:lượng )?token chấp nhận"
SPEEDUP = r"(?:hệ số |mức |độ )?tăng tốc|tốc độ tăng|nhanh hơn"
COST = r"chi phí (?:của )?(?:một )?(?:bước )?(?:mô hình )?(?:nháp|draft)|t[ỷỉ] lệ chi phí"
ROUND = r"(?:mỗi|một) (?:vòng|bước|lần)|lần (?:xác minh|kiểm tra|forward)"
BONUS = r"token (?:thưởng|bổ sung|cộng thêm|thêm vào)"
NO_BONUS = r"không (?:tính|kể|gồm|bao gồm) token (?:thưởng|bổ sung|cộng thêm)"
REFUTES = r"\bsai lầm\b|\bsai\b|nhầm lẫn|không đúng|ngộ nhận|cận trên"
